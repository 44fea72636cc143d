/** Whether whoever runs the tests asks for every random case, as CI does; otherwise a part of them is played. */
export const isThorough = process.env['ALMANAC_TEST_REFERENCE'] === 'required';

/** How many of so many random cases this run plays: all of them, or the first quarter. */
export const casesToPlay = (all: number): number => (isThorough ? all : Math.ceil(all / 4));
