import { imageHash } from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { SenderLanguages } from '#backoffice/modules/vouchers/batches/SenderLanguages.tsx'
import { ChooseImage } from '#backoffice/modules/media/ChooseImage.tsx'
import { conflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormTextArea, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'
import { UNCLAIMED_RULES } from '#contract/employers/employers.staff.ts'
import { isShorterThanUsual } from '#domain/vouchers/batch-validity.ts'

const valuesOf = (batch: Batch) => ({
  note: batch.note,
  until: batch.valid_until ?? '',
  shortReason: batch.short_reason,
  senderName: batch.sender_name,
  senderMessage: batch.sender_message,
  senderIn: batch.sender_messages,
  senderFile: batch.sender_file,
  rule: batch.unclaimed_rule ?? '',
  days: batch.reminders.own === null ? '' : String(batch.reminders.own),
})

type Values = ReturnType<typeof valuesOf>
type Draft = ReturnType<typeof useDraft<Values>>

const inputOf = (
  { id, version, sender_alt }: Batch,
  values: Values,
): StaffInput<'changeBatch'> => ({
  id,
  version,
  note: values.note,
  valid_until: values.until === '' ? null : values.until,
  short_reason: values.shortReason,
  remind_days: values.days === '' ? null : Number(values.days),
  unclaimed_rule: UNCLAIMED_RULES.find((rule) => rule === values.rule) ?? null,
  sender_name: values.senderName,
  sender_message: values.senderMessage,
  sender_messages: values.senderIn,
  sender_alt,
  sender_image: imageHash(values.senderFile),
})

/** The saved values with their labels, for a conflict. */
const savedTexts = (batch: Batch, t: Translate, language: string) =>
  ({
    note: [t('name'), batch.note],
    until: [t('validUntil'), batch.valid_until && formatDay(language, batch.valid_until)],
    shortReason: [t('whyShort'), batch.short_reason],
    senderName: [t('senderName'), batch.sender_name],
    senderMessage: [t('senderMessage'), batch.sender_message],
    senderIn: [t('senderLanguages'), Object.values(batch.sender_messages).join(' · ')],
    senderFile: [
      t('media.ofSender'),
      batch.sender_file === '' ? (
        ''
      ) : (
        <GiftImage key="sender" file={batch.sender_file} size="large" />
      ),
    ],
    rule: [
      t('unclaimedRule'),
      batch.unclaimed_rule === null
        ? t('privacy.ruleOfCampaign', { rule: t(`unclaimed.${batch.rule_now}`) })
        : t(`unclaimed.${batch.unclaimed_rule}`),
    ],
    days: [t('remindDays'), batch.reminders.own],
  }) as const

type ChangeBatchProps = { batch: Batch; me: string; onSaved: () => void }

/** Changes an existing batch: end date, note, sender's text and reminders. */
export function ChangeBatch({ batch, me, onSaved }: ChangeBatchProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const draft = useDraft(`${me}.batch.${batch.id}`, valuesOf(batch))
  const action = useAction('changeBatch', { done: () => t('batchChanged') })
  return (
    <Form
      title={t('changeBatchTitle')}
      titled={false}
      submit={t('save')}
      note={t('changeBatchHelp', { count: batch.count })}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      conflict={conflictNotice(draft.conflict, savedTexts(batch, t, language))}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const changed = await action.run(inputOf(batch, draft.values))
        if (!changed) return
        draft.clear()
        onSaved()
      }}
    >
      <BatchFields batch={batch} draft={draft} />
    </Form>
  )
}

function BatchFields({ batch, draft }: { batch: Batch; draft: Draft }) {
  const t = useTranslate()
  const { note, until, shortReason, days, rule } = draft.values
  return (
    <>
      <DateField
        label={t('validUntil')}
        name="valid_until"
        value={until}
        onValue={(until) => draft.type({ until })}
      />
      {isShorterThanUsual({
        from: batch.made_at.slice(0, 10),
        until: until === '' ? null : until,
      }) ? (
        <FormField
          label={t('whyShort')}
          name="short_reason"
          maxLength={500}
          value={shortReason}
          onChange={({ target }) => draft.type({ shortReason: target.value })}
        />
      ) : null}
      <FormSelect
        label={t('unclaimedRule')}
        value={rule}
        onChange={({ target }) => draft.type({ rule: target.value })}
      >
        <option value="">
          {t('privacy.ruleOfCampaign', { rule: t(`unclaimed.${batch.rule_now}`) })}
        </option>
        {UNCLAIMED_RULES.map((option) => (
          <option key={option} value={option}>
            {t(`unclaimed.${option}`)}
          </option>
        ))}
      </FormSelect>
      <FormField
        label={t('name')}
        name="note"
        maxLength={500}
        value={note}
        onChange={({ target }) => draft.type({ note: target.value })}
      />
      <SenderFields draft={draft} />
      <FormField
        label={t('remindDays')}
        name="remind_days"
        hint={t('remindDaysHelp')}
        inputMode="numeric"
        pattern="\d{0,3}"
        value={days}
        onChange={({ target }) => draft.type({ days: target.value.trim() })}
      />
    </>
  )
}

function SenderFields({ draft }: { draft: Draft }) {
  const t = useTranslate()
  const { senderName, senderMessage, senderIn, senderFile } = draft.values
  return (
    <>
      <FormField
        label={t('senderName')}
        name="sender_name"
        maxLength={120}
        value={senderName}
        onChange={({ target }) => draft.type({ senderName: target.value })}
      />
      <FormTextArea
        label={t('senderMessage')}
        name="sender_message"
        maxLength={1000}
        rows={4}
        value={senderMessage}
        onChange={({ target }) => draft.type({ senderMessage: target.value })}
      />
      <ChooseImage
        label={t('media.ofSender')}
        allowsVideo
        file={senderFile}
        write={(senderFile) => draft.type({ senderFile })}
      />
      <SenderLanguages messages={senderIn} onChange={(senderIn) => draft.type({ senderIn })} />
    </>
  )
}
