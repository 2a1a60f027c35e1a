import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { AddMissedRecipient, useOpenBatches } from '#employer-portal/pages/AddMissedRecipient.tsx'
import { RecipientsList } from '#employer-portal/pages/RecipientsList.tsx'

import css from '../components/EmployerPages.module.css'

/** The recipients that the employer named. It shows nothing about their use of the voucher. */
export function RecipientsPage({ who, t }: EmployerPageProps) {
  const batches = useOpenBatches(t)
  const list = <RecipientsList t={t} />
  return (
    <>
      <p className={css.soft}>{t('peopleHelp')}</p>
      {batches.length === 0 ? (
        list
      ) : (
        <div className={css.columns}>
          <PageColumns side={<AddMissedRecipient who={who} batches={batches} t={t} />}>
            {list}
          </PageColumns>
        </div>
      )}
    </>
  )
}
