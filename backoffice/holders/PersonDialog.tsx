import { useState } from 'react'

import type { CaseDialogProps } from '#backoffice/holders/case-shape.ts'
import { ReasonDialog } from '#backoffice/holders/ReasonDialog.tsx'
import { DeskDialog } from '#backoffice/parts/DeskDialog.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './CaseFacts.module.css'

/** Who it is, for whoever has to say why they want to know. */
export function PersonDialog(props: CaseDialogProps) {
  const say = useSay()
  const [person, setPerson] = useState<DeskAnswer<'askPerson'> | null>(null)
  const deed = useDeed('askPerson')
  if (person === null) {
    return (
      <ReasonDialog
        {...props}
        {...deed}
        title={say('case.show')}
        effect={say('case.showWhy')}
        stays
        run={async (reason) => {
          const told = await deed.run({ id: props.found.id, reason })
          if (told) setPerson(told)
          return told
        }}
      />
    )
  }
  return (
    <DeskDialog title={person.name || say('case.holder')} onClose={props.onClose}>
      <dl className={css.list}>
        {[
          [say('mail'), person.mail],
          [say('case.phone'), person.phone],
          [say('case.department'), person.department],
          [say('case.addresses'), person.addresses.join(' · ')],
        ].map(([word, value]) =>
          value ? (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </DeskDialog>
  )
}
