/**
 * The function, but what was asked lately is answered from memory: for the same few questions over and over. It begins
 * anew when `most` are known.
 */
export function memoized<Question extends string | number, Answer>(
  most: number,
  answer: (question: Question) => Answer,
): (question: Question) => Answer {
  const known = new Map<Question, Answer>();
  return (question) => {
    const before = known.get(question);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const now = answer(question);
    known.set(question, now);
    return now;
  };
}
