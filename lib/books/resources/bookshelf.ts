import { array, integer, resource, string } from '#lib/api/schema';

export const BookshelfResource = resource('Bookshelf', 'A shelf and what is known about it besides its volumes.', {
  kind: string('Always `books#bookshelf`.'),
  id: integer('Number of the shelf, unique for its owner only.'),
  selfLink: string('Where the shelf is read as one of its owner: the way a client learns its own user id.'),
  title: string('Name on display.'),
  description: string('What the owner says about the shelf.'),
  access: string('`PUBLIC` or `PRIVATE`.'),
  created: string('When the shelf was made, UTC with milliseconds.'),
  updated: string('When the shelf or its order last changed, UTC with milliseconds.'),
  volumesLastUpdated: string('When a volume last came or went, UTC with milliseconds.'),
  volumeCount: integer('How many volumes stand on the shelf.'),
});

export const BookshelvesResource = resource('Bookshelves', 'The shelves of one user.', {
  kind: string('Always `books#bookshelves`.'),
  items: array('The shelves in display order.', BookshelfResource),
});
