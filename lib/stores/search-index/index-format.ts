/** A program that meets a search index of another format does not read it, and says how to build one. */
export const INDEX_FORMAT = 5;
