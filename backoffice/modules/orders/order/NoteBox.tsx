import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** A note for colleagues. */
export function NoteBox({ number, me }: { number: string; me: string }) {
  const t = useTranslate()
  const draft = useDraft(`${me}.order-note.${number}`, { body: '' })
  const action = useAction('noteOnOrder', { done: () => t('order.noted') })
  return (
    <Form
      title={t('order.newNote')}
      titled={false}
      main={false}
      submit={t('order.keepNote')}
      note={t('order.noteHelp')}
      wrong={action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const saved = await action.run({ number, body: draft.values.body })
        if (saved) draft.clear()
      }}
    >
      <FormTextArea
        label={t('order.newNote')}
        required
        maxLength={4000}
        rows={2}
        value={draft.values.body}
        onChange={({ target }) => draft.type({ body: target.value })}
      />
    </Form>
  )
}
