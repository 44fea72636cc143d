type Variables = Readonly<Record<string, string | undefined>>;

/** Whether the stage with these variables searches books in an OpenSearch domain. */
export const usesOpenSearch = ({ BOOKS_SEARCH }: Variables): boolean => BOOKS_SEARCH === 'opensearch';

/** Whether it says that it searches them in a file: a command that is told nothing does not know. */
export const usesFile = ({ BOOKS_SEARCH }: Variables): boolean => BOOKS_SEARCH === 'file';

/** The alias of a stage's index; names in OpenSearch are in small letters. */
export const searchAlias = ({ STAGE = 'local' }: Variables): string => `almanac-${STAGE.toLowerCase()}-books`;
