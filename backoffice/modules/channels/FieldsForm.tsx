import type { ReactNode } from 'react'

import { valueWords } from '#backoffice/i18n/field-texts.ts'
import { TakeBack } from '#backoffice/modules/channels/UndoChange.tsx'
import type { FieldDraft } from '#backoffice/modules/channels/use-field-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

/** Fields that go into the shop at once: two who wrote the same one see both, and what is done can be taken back. */
export function FieldsForm({
  id,
  title,
  draft,
  children,
}: {
  id: string
  title: string
  draft: FieldDraft
  children: ReactNode
}) {
  const say = useSay()
  return (
    <div id={id}>
      <Form
        title={title}
        submit={say('ch.intoShop')}
        main={draft.changed}
        note={say('ch.intoShopNote')}
        wrong={draft.wrong}
        busy={draft.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={() => draft.save()}
      >
        {children}
        {draft.conflicts.map(({ field, mine, theirs, by }) => (
          <Notice key={field} kind="bad">
            <p>
              {say('ch.bothWrote', {
                name: by?.name ?? say('ch.somebody'),
                theirs: valueWords(theirs) ?? say('ch.empty'),
                mine: valueWords(mine) ?? say('ch.empty'),
              })}
            </p>
            <ActionButton little onClick={() => draft.choose(field, 'mine')}>
              {say('ch.useMine')}
            </ActionButton>{' '}
            <ActionButton little onClick={() => draft.choose(field, 'theirs')}>
              {say('ch.useTheirs')}
            </ActionButton>
          </Notice>
        ))}
      </Form>
      {draft.done ? (
        <TakeBack
          release={draft.done.release}
          words={say('ch.saved', { count: draft.done.changed })}
        />
      ) : null}
    </div>
  )
}
