/** Whether whoever runs the tests asks for every random case, as CI does; otherwise a part of them is played. */
export const isThorough = process.env['ALMANAC_TEST_REFERENCE'] === 'required';
