import { useQuery } from '@tanstack/react-query'

import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { FactList } from '#backoffice/kit/display/FactList.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { employerQuery } from '#employer-portal/api/portal-client.ts'
import { type Campaign, campaignPath } from '#employer-portal/components/campaign-facts.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { dayOf, type Figure } from '#employer-portal/components/statistics-format.ts'

/** The emails of a campaign: sent, not delivered, and the employer's reminders. */
export function CampaignMails({
  campaign: { id, mails, reminders },
  figure,
  t,
}: Pick<EmployerPageProps, 't'> & { campaign: Campaign; figure: Figure | undefined }) {
  const { language } = useBackofficeLanguage()
  const { data } = useQuery({
    ...employerQuery('people', { campaign: id, mail: 'bounced', limit: 1 }),
    enabled: mails === 'bounced',
  })
  const bounced = mails === 'bounced' ? data?.total.count : 0
  const undelivered = bounced ? (
    <BackofficeLink to={`${campaignPath(id)}?mail=bounced`}>
      {t('total', { count: bounced })}
    </BackofficeLink>
  ) : (
    (bounced?.toString() ?? '')
  )
  return (
    <Card title={t('emails')}>
      <FactList
        facts={[
          [t('sent'), figure?.sent?.toLocaleString(language) ?? ''],
          [t('bounced'), undelivered],
          [
            t('reminders'),
            reminders.length === 0
              ? t('noReminders')
              : reminders.map((at) => <div key={at}>{dayOf(at, language)}</div>),
          ],
        ]}
      />
    </Card>
  )
}
