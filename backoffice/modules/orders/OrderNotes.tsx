import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './OrderDetailPage.module.css'

export function OrderNotes({
  order,
  mayWrite,
  me,
}: {
  order: StaffResponse<'staffOrder'>
  mayWrite: boolean
  me: string
}) {
  const t = useTranslate()
  const draft = useDraft(`${me}.order-note.${order.number}`, { body: '' })
  const action = useAction('noteOnOrder', { done: () => t('order.noted') })
  if (!mayWrite && order.notes.length === 0) return null
  return (
    <section className={css.part} aria-label={t('order.notes')}>
      <h2>{t('order.notes')}</h2>
      <ul>
        {order.notes.map(({ id, at, staff, body }) => (
          <li key={id} className={css.row}>
            <span className={css.note}>{body}</span>
            <span className={css.soft}>
              {staff} · <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
      {mayWrite ? (
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
            const saved = await action.run({ number: order.number, body: draft.values.body })
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
      ) : null}
    </section>
  )
}
