import { DeskRefused } from '#backoffice/desk-client.ts'
import { useEmployerSay } from '#backoffice/employer-door/employer-words.tsx'
import { wordsOf } from '#backoffice/employer-door/use-employer-deed.ts'
import { useFailureWords } from '#backoffice/failure-words.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useDoorSay } from '#backoffice/words/desk-words.tsx'

/** What could not be read, and the way on; the rest of the page stands. */
export function EmployerTrouble({ error, again }: { error: Error; again: () => void }) {
  const say = useEmployerSay()
  const door = useDoorSay()
  const failure = useFailureWords()
  const refused = error instanceof DeskRefused ? error.refusal.refused : null
  return (
    <Notice kind="bad">
      <p>{refused === null ? failure(error) : wordsOf(say, refused)}</p>
      <DeskButton little onClick={again}>
        {door('again')}
      </DeskButton>
    </Notice>
  )
}
