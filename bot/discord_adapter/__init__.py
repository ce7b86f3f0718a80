"""Connects the bot to Discord: the client, requests, answers to interactions, and messages."""
