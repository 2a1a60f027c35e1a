import { goTo } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { useDraft } from '#backoffice/draft.ts'
import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './ReleasePage.module.css'

export function NewReleasePage({ staff }: DeskPageProps) {
  const say = useSay()
  const draft = useDraft(`${staff.id}.new-release`, { name: '' })
  const deed = useDeed('makeRelease', { done: ({ name }) => say('release.made', { name }) })
  return (
    <>
      <PageHead title={say('release.new')} up={{ to: '/desk/releases', word: say('releases') }} />
      <div className={css.narrow}>
        <Form
          title={say('release.new')}
          titled={false}
          submit={say('release.make')}
          note={say('release.makeHelp')}
          wrong={deed.wrong}
          busy={deed.busy}
          changed={draft.changed}
          onDiscard={draft.clear}
          onSubmit={async () => {
            const made = await deed.run(draft.values)
            if (!made) return
            draft.clear()
            goTo(`/desk/releases/${made.id}`, { replace: true })
          }}
        >
          <DeskField
            label={say('name')}
            required
            maxLength={200}
            autoComplete="off"
            value={draft.values.name}
            onChange={({ target }) => draft.type({ name: target.value })}
          />
        </Form>
      </div>
    </>
  )
}
