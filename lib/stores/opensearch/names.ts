type Variables = Readonly<Record<string, string | undefined>>;

/** Whether the stage with these variables searches books in an OpenSearch domain. */
export const usesOpenSearch = ({ BOOKS_SEARCH }: Variables): boolean => BOOKS_SEARCH === 'opensearch';

/** The alias of a stage's index; names in OpenSearch are in small letters. */
export const searchAlias = ({ STAGE = 'local' }: Variables): string => `almanac-${STAGE.toLowerCase()}-books`;
