import { useQuery } from '@tanstack/react-query'

import { RecipientLanguage } from '#backoffice/modules/vouchers/batches/RecipientLanguage.tsx'
import { ReasonedAction } from '#backoffice/kit/dialogs/ReasonedAction.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormTextArea, FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { LONGEST_CELL } from '#domain/vouchers/recipient-list.ts'

import css from './Batches.module.css'

type Recipient = StaffResponse<'batchRecipients'>['items'][number]
type RecipientAction = {
  label: MessageKey
  help: MessageKey
  action: {
    busy: boolean
    failure: string | null
    run: (input: { id: string; recipient: string; reason: string }) => Promise<unknown>
  }
}

/** One recipient of a batch: mail state, mail text, new address, resend, letter or no mail. */
export function RecipientMail({ batch, id, me }: { batch: string; id: string; me: string }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('batchRecipients', { id: batch, ids: id }))
  const recipient = data?.items[0]
  if (!recipient) return null
  const title = t('mailToRecipient', { name: recipient.name || t('unnamedRecipient') })
  return (
    <section className={css.person} aria-label={title}>
      <h2>{title}</h2>
      <p>{t(`mail.${recipient.mail_state}`)}</p>
      {recipient.bounce ? (
        <p>
          {t('mailServerResponse')}: <q>{recipient.bounce}</q>
        </p>
      ) : null}
      <RecipientDetails batch={batch} recipient={recipient} me={me} />
      {recipient.mail_state === 'revoked' ? null : (
        <RecipientEmail batch={batch} recipient={recipient} me={me} />
      )}
      <RecipientActions batch={batch} recipient={recipient} />
    </section>
  )
}

type RecipientProps = { batch: string; recipient: Recipient; me: string }

function RecipientDetails({ batch, recipient, me }: RecipientProps) {
  const t = useTranslate()
  const { name, department, language, words } = recipient
  const saved = { name, department, language, words }
  const draft = useDraft(`${me}.written.${recipient.id}`, saved)
  const action = useAction('correctRecipient', { done: () => t('recipientDetailsSaved') })
  return (
    <Form
      title={t('recipientDetails')}
      submit={t('saveRecipientDetails')}
      note={t('recipientDetailsHelp')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        if (await action.run({ id: batch, recipient: recipient.id, was: saved, ...draft.values }))
          draft.clear()
      }}
    >
      <FormField
        label={t('letters.of.name')}
        name="name"
        maxLength={LONGEST_CELL.name}
        autoComplete="off"
        value={draft.values.name}
        onChange={({ target }) => draft.type({ name: target.value })}
      />
      <FormField
        label={t('letters.of.department')}
        name="department"
        maxLength={LONGEST_CELL.department}
        autoComplete="off"
        value={draft.values.department}
        onChange={({ target }) => draft.type({ department: target.value })}
      />
      <RecipientLanguage
        value={draft.values.language}
        onChange={(value) => draft.type({ language: value })}
      />
      <FormTextArea
        label={t('letters.of.words')}
        name="words"
        maxLength={LONGEST_CELL.words}
        value={draft.values.words}
        onChange={({ target }) => draft.type({ words: target.value })}
      />
    </Form>
  )
}

function RecipientEmail({ batch, recipient, me }: RecipientProps) {
  const t = useTranslate()
  const draft = useDraft(`${me}.address.${recipient.id}`, { email: recipient.email, send: false })
  const action = useAction('correctRecipientEmail', { done: () => t('recipientEmailSaved') })
  return (
    <Form
      title={t('recipientEmail')}
      titled={false}
      submit={t('saveRecipientEmail')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const input = { id: batch, recipient: recipient.id, was: recipient.email, ...draft.values }
        if (await action.run(input)) draft.clear()
      }}
    >
      <FormField
        label={t('recipientEmail')}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        value={draft.values.email}
        onChange={({ target }) => draft.type({ email: target.value })}
      />
      <FormCheckbox
        checked={draft.values.send}
        onChange={({ target }) => draft.type({ send: target.checked })}
      >
        {t('sendCodeNow')}
      </FormCheckbox>
    </Form>
  )
}

function RecipientActions({
  batch,
  recipient: { id, mail_state: state },
}: Omit<RecipientProps, 'me'>) {
  const t = useTranslate()
  const send = useAction('mailRecipient', { done: () => t('recipientMailQueued') })
  const letter = useAction('letterForRecipient', { done: () => t('letterAdded') })
  const revoke = useAction('revokeRecipient', { done: () => t('giftRevoked') })
  const restore = useAction('undoRevocation', { done: () => t('giftRestored') })
  const actions: RecipientAction[] = []
  if (state === 'revoked')
    actions.push({ label: 'restoreGift', help: 'restoreGiftHelp', action: restore })
  else actions.push({ label: 'sendRecipientCode', help: 'sendRecipientCodeHelp', action: send })
  if (state === 'bounced' || state === 'waiting')
    actions.push({ label: 'switchToLetter', help: 'switchToLetterHelp', action: letter })
  if (state !== 'revoked')
    actions.push({ label: 'revokeGift', help: 'revokeGiftHelp', action: revoke })
  return (
    <div className={css.actions}>
      {actions.map(({ label, help, action }) => (
        <ReasonedAction
          key={label}
          label={label}
          help={t(help)}
          busy={action.busy}
          failure={action.failure}
          run={(reason) => action.run({ id: batch, recipient: id, reason })}
        />
      ))}
    </div>
  )
}
