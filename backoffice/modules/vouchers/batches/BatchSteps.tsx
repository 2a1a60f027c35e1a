import { useQuery } from '@tanstack/react-query'

import { SenderLanguages } from '#backoffice/modules/vouchers/batches/SenderLanguages.tsx'
import {
  isPoints,
  type BatchDraft,
  campaignWithEmployer,
  isLateEnd,
  isShortValidity,
  proposedValidity,
} from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ChooseImage } from '#backoffice/modules/media/ChooseImage.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormTextArea, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { MOST_POINTS_EACH } from '#domain/vouchers/batch-limits.ts'

import css from './Batches.module.css'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type StepProps = {
  values: BatchDraft
  type: (part: Partial<BatchDraft>) => void
  /** The user tried to continue, so missing fields are marked. */
  showsMissing: boolean
  today: string
}

export function BasicsStep({ values, type, showsMissing, today }: StepProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channels = (data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL)
  return (
    <>
      <FormSelect
        label={t('channel')}
        issue={showsMissing && values.channel === '' ? t('chooseChannel') : null}
        value={values.channel}
        // The campaign is cleared, and so are the dates that it proposed.
        onChange={({ target }) =>
          type({
            channel: target.value,
            campaign: '',
            ...(values.campaign === '' ? {} : proposedValidity(undefined, today)),
          })
        }
      >
        <option value="">{t('chooseChannel')}</option>
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
      {values.channel === '' ? null : <CampaignChoice {...{ values, type, today }} />}
      <FormField
        label={t('pointsEach')}
        inputMode="numeric"
        maxLength={6}
        issue={
          showsMissing && !isPoints(values.points)
            ? t('pointsWhole', { most: MOST_POINTS_EACH })
            : null
        }
        value={values.points}
        onChange={({ target }) => type({ points: target.value.trim() })}
      />
      <FormField
        label={t('name')}
        maxLength={500}
        value={values.note}
        onChange={({ target }) => type({ note: target.value })}
      />
    </>
  )
}

function CampaignChoice({ values, type, today }: Omit<StepProps, 'showsMissing'>) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { data } = useQuery(
    staffQuery('campaigns', { channel: values.channel, sort: 'name', limit: 200 }),
  )
  if (!data || data.items.length === 0) return null
  const campaign = data.items.find(({ id }) => id === values.campaign)
  const chooseCampaign = (id: string) => {
    const proposed = proposedValidity(campaign, today)
    // Dates that the user entered are not replaced.
    const hasOwnDays = values.from !== proposed.from || values.until !== proposed.until
    const next = data.items.find((item) => item.id === id)
    type({ campaign: id, ...(hasOwnDays ? {} : proposedValidity(next, today)) })
  }
  return (
    <FormSelect
      label={t('campaign')}
      hint={
        campaign && campaign.budget_left !== null
          ? `${t('budgetLeft')}: ${campaign.budget_left.toLocaleString(language)}`
          : null
      }
      value={values.campaign}
      onChange={({ target }) => chooseCampaign(target.value)}
    >
      <option value="">{t('noCampaign')}</option>
      {data.items.map((campaign) => (
        <option key={campaign.id} value={campaign.id}>
          {campaignWithEmployer(campaign)}
        </option>
      ))}
    </FormSelect>
  )
}

export function ValidityStep({ values, type, showsMissing, today }: StepProps) {
  const t = useTranslate()
  const isShort = isShortValidity(values, today)
  return (
    <>
      <div className={css.twoColumns}>
        <DateField label={t('validFrom')} value={values.from} onValue={(from) => type({ from })} />
        <DateField
          label={t('validUntil')}
          min={today}
          issue={isLateEnd(values, today) ? t('endsTooLate') : null}
          value={values.until}
          onValue={(until) => type({ until })}
        />
      </div>
      <p className={css.soft}>{t('daysOfChannel')}</p>
      {isShort ? (
        <>
          <Notice kind="warn">{t('endsSoonWarning')}</Notice>
          <FormField
            label={t('whyShort')}
            maxLength={500}
            issue={showsMissing && values.shortReason.trim() === '' ? t('reasonRequired') : null}
            value={values.shortReason}
            onChange={({ target }) => type({ shortReason: target.value })}
          />
        </>
      ) : null}
    </>
  )
}

export function MessageStep({ values, type }: StepProps) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('senderName')}
        hint={t('senderNameHelp')}
        maxLength={120}
        value={values.senderName}
        onChange={({ target }) => type({ senderName: target.value })}
      />
      <FormTextArea
        label={t('senderMessage')}
        hint={t('senderMessageHelp')}
        maxLength={1000}
        rows={5}
        value={values.senderMessage}
        onChange={({ target }) => type({ senderMessage: target.value })}
      />
      <ChooseImage
        label={t('media.ofSender')}
        allowsVideo
        file={values.senderImage}
        write={(senderImage) => type({ senderImage })}
      />
      <SenderLanguages messages={values.senderIn} onChange={(senderIn) => type({ senderIn })} />
    </>
  )
}
