import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { allLanguages } from '#domain/language.ts'

/** The address for answers, and the language of the mail's standard texts. */
export function SenderDialog({
  staff,
  thread: { id, email, language },
  onClose,
}: {
  staff: Staff
  thread: Thread
  onClose: () => void
}) {
  const t = useTranslate()
  const draft = useDraft(`${staff.id}.inbox.${id}.sender`, { email, language })
  const action = useAction('correctRequestSender', { done: () => t('inbox.senderKept') })
  return (
    <ModalDialog title={t('inbox.sender')} onClose={onClose}>
      <Form
        title={t('inbox.sender')}
        titled={false}
        submit={t('save')}
        failure={action.failure}
        busy={action.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (!(await action.run({ id, ...draft.values }))) return
          draft.clear()
          onClose()
        }}
      >
        <FormField
          label={t('mail')}
          type="email"
          required
          maxLength={200}
          value={draft.values.email}
          onChange={({ target }) => draft.type({ email: target.value })}
        />
        <FormSelect
          label={t('language')}
          value={draft.values.language}
          onChange={({ target }) => {
            const language = allLanguages.find((tag) => tag === target.value)
            if (language) draft.type({ language })
          }}
        >
          {allLanguages.map((tag) => (
            <option key={tag} value={tag}>
              {t(`in.${tag}`)}
            </option>
          ))}
        </FormSelect>
      </Form>
    </ModalDialog>
  )
}
