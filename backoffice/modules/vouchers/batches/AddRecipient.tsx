import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { RecipientLanguage } from '#backoffice/modules/vouchers/batches/RecipientLanguage.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'
import type { Language } from '#domain/language.ts'

type Values = Required<
  Pick<StaffInput<'addRecipient'>, 'name' | 'department' | 'email' | 'reason'>
> & {
  language: '' | Language
}
const EMPTY: Values = { name: '', department: '', email: '', reason: '', language: '' }

type AddRecipientProps = { batch: Batch; me: string; onSaved: () => void }

/** Adds a recipient missing from the batch, with the same points and end date. */
export function AddRecipient({ batch, me, onSaved }: AddRecipientProps) {
  const t = useTranslate()
  const draft = useDraft<Values>(`${me}.colleague.${batch.id}`, EMPTY)
  const action = useAction('addRecipient', {
    done: (added) => t('recipientAdded', { name: added.name || t('unnamedRecipient') }),
  })
  const { reason, language } = draft.values
  return (
    <Form
      title={t('addRecipient')}
      titled={false}
      submit={t('addRecipient')}
      note={t('addRecipientHelp')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        if (!(await action.run({ id: batch.id, ...draft.values }))) return
        draft.clear()
        onSaved()
      }}
    >
      <RecipientFields values={draft.values} type={draft.type} />
      <RecipientLanguage value={language} onChange={(language) => draft.type({ language })} />
      <FormField
        label={t('whyAdded')}
        name="reason"
        hint={t('reasonHelp')}
        required
        maxLength={500}
        value={reason}
        onChange={({ target }) => draft.type({ reason: target.value })}
      />
    </Form>
  )
}

type RecipientFieldsProps = { values: Values; type: (part: Partial<Values>) => void }

function RecipientFields({ values: { name, department, email }, type }: RecipientFieldsProps) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('name')}
        name="name"
        required
        maxLength={200}
        value={name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <FormField
        label={t('department')}
        name="department"
        maxLength={120}
        value={department}
        onChange={({ target }) => type({ department: target.value })}
      />
      <FormField
        label={t('mail')}
        name="email"
        type="email"
        maxLength={254}
        autoComplete="off"
        value={email}
        onChange={({ target }) => type({ email: target.value })}
      />
    </>
  )
}
