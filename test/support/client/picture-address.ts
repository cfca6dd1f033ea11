/** Stands in for the address of every picture that the client imports. */
export default '/assets/picture.webp';
