import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { employerQuery } from '#employer-portal/api/portal-client.ts'
import { colleagueDraft } from '#employer-portal/pages/recipient-draft.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { formatDay } from '#employer-portal/components/statistics-format.ts'
import { useEmployerAction } from '#employer-portal/api/use-employer-action.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'

import css from '../components/EmployerPages.module.css'

const EMPTY = { batch: '', name: '', department: '', email: '', reason: '', allow_second: false }

/** Adds a recipient who was forgotten. They get the same voucher as the others of that batch. */
export function AddMissedRecipient({
  who,
  batches,
  t,
}: EmployerPageProps & { batches: ReturnType<typeof useOpenBatches> }) {
  const draft = useDraft(colleagueDraft(who), EMPTY)
  const action = useEmployerAction('addRecipient')
  const { values, type } = draft
  const batch = values.batch === '' ? (batches[0]?.id ?? '') : values.batch
  const lastDay = batches.find(({ id }) => id === batch)?.lastDay ?? null
  return (
    <Card title={t('addRecipient')}>
      <p className={css.soft}>{t('addHelp')}</p>
      {action.done ? <Notice kind="good">{action.done}</Notice> : null}
      <form
        className={css.form}
        aria-label={t('addRecipient')}
        onSubmit={(event) => {
          event.preventDefault()
          const { name } = values
          void action
            .run({ ...values, batch }, () => t('added', { name }))
            .then((done) => done && draft.clear())
        }}
      >
        {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
        <FormSelect
          label={t('campaign')}
          hint={lastDay === null ? undefined : t('untilDay', { day: lastDay })}
          value={batch}
          onChange={({ target }) => type({ batch: target.value })}
        >
          {batches.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </FormSelect>
        <RecipientFields draft={draft} t={t} />
        <div>
          <ActionButton type="submit" variant="main" busy={action.busy}>
            {t('add')}
          </ActionButton>
        </div>
      </form>
    </Card>
  )
}

/** The batches that someone can be added to, the newest first as in the answer. */
export function useOpenBatches(t: EmployerPageProps['t']) {
  const { language } = useBackofficeLanguage()
  const { data } = useQuery(employerQuery('campaigns', {}))
  const [now] = useState(() => Date.now())
  const today = dayAt(now, DEFAULT_ZONE)
  const openCampaigns = (data?.items ?? []).filter(({ closed, ended }) => !closed && !ended)
  return openCampaigns.flatMap(({ name: campaign, batches }) =>
    batches
      .filter(({ last_day }) => last_day === null || last_day >= today)
      .map(({ id, points, last_day }) => ({
        id,
        label: t('giftOf', { campaign, points }),
        lastDay: last_day === null ? null : formatDay(last_day, language),
      })),
  )
}

type FieldsProps = Pick<EmployerPageProps, 't'> & {
  draft: ReturnType<typeof useDraft<typeof EMPTY>>
}

function RecipientFields({ draft: { values, type }, t }: FieldsProps) {
  return (
    <>
      <FormField
        label={t('name')}
        required
        maxLength={200}
        autoComplete="off"
        value={values.name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <FormField
        label={t('department')}
        aside={t('optional')}
        maxLength={120}
        value={values.department}
        onChange={({ target }) => type({ department: target.value })}
      />
      <FormField
        label={t('mail')}
        aside={t('optional')}
        type="email"
        maxLength={254}
        autoComplete="off"
        value={values.email}
        onChange={({ target }) => type({ email: target.value })}
      />
      <FormField
        label={t('reason')}
        required
        maxLength={500}
        value={values.reason}
        onChange={({ target }) => type({ reason: target.value })}
      />
      <FormCheckbox
        checked={values.allow_second}
        onChange={({ target }) => type({ allow_second: target.checked })}
      >
        {t('allowSecond')}
      </FormCheckbox>
    </>
  )
}
