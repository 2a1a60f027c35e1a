import { navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ReleasePage.module.css'

export function NewReleasePage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const draft = useDraft(`${staff.id}.new-release`, { name: '' })
  const action = useAction('createRelease', { done: ({ name }) => t('release.made', { name }) })
  return (
    <>
      <PageHead
        title={t('release.new')}
        parent={{ to: '/backoffice/releases', label: t('releases') }}
      />
      <div className={css.narrow}>
        <Form
          title={t('release.new')}
          titled={false}
          submit={t('release.make')}
          note={t('release.makeHelp')}
          failure={action.failure}
          busy={action.busy}
          changed={draft.changed}
          onDiscard={draft.clear}
          onSubmit={async () => {
            const created = await action.run(draft.values)
            if (!created) return
            draft.clear()
            navigate(`/backoffice/releases/${created.id}`, { replace: true })
          }}
        >
          <FormField
            label={t('name')}
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
