"""The pictures of Catham City, and the pieces and colours that they are made of."""
