import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import {
  type BatchDraft,
  campaignWithEmployer,
  isShortValidity,
  parseRecipients,
  totalPoints,
  countVouchers,
} from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { RecipientTable } from '#backoffice/modules/vouchers/batches/RecipientTable.tsx'
import { MailBody } from '#backoffice/kit/display/MailBody.tsx'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { type Language, languageOf } from '#domain/language.ts'
import type { ListedPerson } from '#domain/vouchers/recipient-list.ts'

import css from './Batches.module.css'

type Props = { values: BatchDraft; today: string }

/** The choices of the earlier steps, shown before the vouchers are created. */
export function BatchSummary({ values, today }: Props) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const day = (text: string) => formatDay(language, text)
  const count = countVouchers(values)
  const points = Number(values.points) || 0
  return (
    <>
      <dl className={css.facts}>
        <Fact name={t('channel')}>
          <ChannelName id={values.channel} />
        </Fact>
        {values.campaign === '' ? (
          <Fact name={t('campaign')}>{t('noCampaign')}</Fact>
        ) : (
          <CampaignFacts values={values} />
        )}
        <Fact name={t('validFrom')}>{values.from ? day(values.from) : t('atOnce')}</Fact>
        <Fact name={t('validUntil')}>{values.until ? day(values.until) : t('endless')}</Fact>
        {isShortValidity(values, today) ? (
          <Fact name={t('whyShort')}>{values.shortReason}</Fact>
        ) : null}
        <Fact name={t('voucherCount')}>
          {t('summaryOfBatch', { count, points, total: count * points })}
        </Fact>
        <Fact name={t('name')}>{values.note || '–'}</Fact>
      </dl>
      <SenderTexts values={values} />
      {values.who === 'list' ? <Recipients values={values} /> : null}
    </>
  )
}

/** Who gets a voucher, and the mail to those with an address. */
function Recipients({ values }: { values: BatchDraft }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const list = parseRecipients(values)
  const mailed = list.recipients.filter(({ email }) => email !== '')
  const shown = mailed.find((person) => languageOf(person.language)) ?? mailed[0]
  const mailCount = mailed.length
  return (
    <>
      <section className={css.part} aria-label={t('reviewRecipients')}>
        <h3>{t('reviewRecipients')}</h3>
        <p>{mailCount === 0 ? t('reviewNoMails') : t('reviewMails', { count: mailCount })}</p>
        <RecipientTable list={list} />
      </section>
      {shown ? (
        <GiftMail values={values} to={shown} language={languageOf(shown.language) ?? language} />
      ) : null}
    </>
  )
}

type GiftMailProps = { values: BatchDraft; to: ListedPerson; language: Language }

/** The mail to one of the recipients, in the theme of the channel, for users who may read its texts. */
function GiftMail({ values, to, language }: GiftMailProps) {
  const t = useTranslate()
  const { data } = useQuery(
    staffQuery('mailPreview', {
      channel: values.channel,
      mail: 'voucher-invitation',
      language,
      gift: {
        name: to.name,
        points: Number(values.points),
        valid_until: values.until === '' ? null : values.until,
        sender_name: values.senderName,
        sender_message: to.words || values.senderIn[language] || values.senderMessage,
      },
    }),
  )
  if (!data) return null
  return (
    <section className={css.part} aria-label={t('reviewMail')}>
      <h3>{t('reviewMail')}</h3>
      <p className={css.soft}>{t('reviewMailHelp')}</p>
      <MailBody html={data.html} language={language} label={data.subject} />
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The campaign, its employer, and its budget before and after this batch. */
function CampaignFacts({ values }: { values: BatchDraft }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { data } = useQuery(staffQuery('campaigns', { ids: values.campaign }))
  const campaign = data?.items[0]
  if (!campaign) return null
  const left = campaign.budget_left
  const points = (amount: number) =>
    t('pointsOfBudget', { count: amount, amount: amount.toLocaleString(language) })
  return (
    <>
      <Fact name={t('campaign')}>{campaignWithEmployer(campaign)}</Fact>
      {left === null ? null : (
        <>
          <Fact name={t('budgetBefore')}>{points(left)}</Fact>
          <Fact name={t('budgetAfter')}>
            {points(left - totalPoints(values))}
            {left < totalPoints(values) ? <Notice kind="bad">{t('budgetTooSmall')}</Notice> : null}
          </Fact>
        </>
      )}
    </>
  )
}

/** Sender and message as they appear in letters and emails. */
function SenderTexts({ values }: { values: BatchDraft }) {
  const t = useTranslate()
  const translations = Object.entries(values.senderIn).filter(([, message]) => message !== '')
  return (
    <dl className={css.facts}>
      <Fact name={t('senderName')}>{values.senderName || t('reviewNoSender')}</Fact>
      <Fact name={t('senderMessage')}>
        {values.senderMessage === '' && translations.length === 0 ? t('reviewNoMessage') : null}
        {values.senderMessage === '' ? null : <p className={css.quote}>{values.senderMessage}</p>}
        {translations.map(([language, message]) => (
          <p key={language} lang={language} className={css.quote}>
            {message}
          </p>
        ))}
      </Fact>
      {values.senderImage === '' ? null : (
        <Fact name={t('media.ofSender')}>{t('pictureChosen')}</Fact>
      )}
    </dl>
  )
}
