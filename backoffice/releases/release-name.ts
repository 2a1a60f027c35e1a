import type { Say } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

type Named = Pick<DeskAnswer<'releases'>['items'][number], 'name' | 'source' | 'ends'>

/** What takes something back, or ends it, is not called as if it were that. */
export function nameOfRelease(say: Say, { name, source, ends }: Named): string {
  if (ends) return `${say('release.endsOf')} ${name}`
  return source === 'undo' ? say('release.undoOf', { name }) : name
}
