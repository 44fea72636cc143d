import { array, integer, resource, string } from '#lib/api/schema';

export const BookshelfResource = resource('Bookshelf', 'A shelf and its properties, without its volumes.', {
  kind: string('Always `books#bookshelf`.'),
  id: integer('Number of the shelf, unique for its owner only.'),
  selfLink: string('Address of the shelf below its owner; a client learns its own user id from it.'),
  title: string('Name on display.'),
  description: string('What the owner says about the shelf.'),
  access: string('`PUBLIC` or `PRIVATE`.'),
  created: string('When the shelf was made, UTC with milliseconds.'),
  updated: string('When the shelf or its order last changed, UTC with milliseconds.'),
  volumesLastUpdated: string('When a volume was last added or removed, UTC with milliseconds.'),
  volumeCount: integer('Number of volumes on the shelf.'),
});

export const BookshelvesResource = resource('Bookshelves', 'The shelves of one user.', {
  kind: string('Always `books#bookshelves`.'),
  items: array('The shelves in display order.', BookshelfResource),
});
