export type Question = { question: string; answer: string; code: string }

/** Shorter words are question words, not topics. */
const SHORTEST = 3

/**
 * The questions that match the typed text, best first. A word scores if it is a prefix of a word in the question, and
 * less in the answer. Empty text matches all.
 */
export function findAnswers<Q extends Question>(questions: readonly Q[], typed: string): Q[] {
  const wanted = wordsIn(typed).filter((word) => word.length >= SHORTEST)
  if (wanted.length === 0) return typed.trim() === '' ? [...questions] : []
  return questions
    .map((question) => ({ question, score: scoreOf(question, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ question }) => question)
}

function scoreOf({ question, answer }: Question, wanted: readonly string[]): number {
  const asked = wordsIn(question)
  const answered = wordsIn(answer.replaceAll(/<[^<>]*>/g, ' '))
  const begins = (words: readonly string[], start: string) =>
    words.some((word) => word.startsWith(start))
  return wanted.reduce(
    (score, word) => score + (begins(asked, word) ? 3 : 0) + (begins(answered, word) ? 1 : 0),
    0,
  )
}

const wordsIn = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
