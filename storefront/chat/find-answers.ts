export type Question = { question: string; answer: string; code: string }

/** Shorter words say nothing about the topic. */
const MIN_WORD_LENGTH = 3

/**
 * The questions that match the typed text, best first. A word scores if it is a prefix of a word in the question, and
 * less in the answer. Empty text matches all.
 */
export function findAnswers<Q extends Question>(questions: readonly Q[], typed: string): Q[] {
  const wanted = wordsIn(typed).filter((word) => word.length >= MIN_WORD_LENGTH)
  if (wanted.length === 0) return typed.trim() === '' ? [...questions] : []
  return questions
    .map((question) => ({ question, score: scoreOf(question, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ question }) => question)
}

function scoreOf({ question, answer }: Question, wanted: readonly string[]): number {
  const questionWords = wordsIn(question)
  const answerWords = wordsIn(answer.replaceAll(/<[^<>]*>/g, ' '))
  let score = 0
  for (const prefix of wanted) {
    if (questionWords.some((word) => word.startsWith(prefix))) score += 3
    if (answerWords.some((word) => word.startsWith(prefix))) score += 1
  }
  return score
}

const wordsIn = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
