import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { AddMissedRecipient, useGifts } from '#employer-portal/pages/AddMissedRecipient.tsx'
import { RecipientsList } from '#employer-portal/pages/RecipientsList.tsx'

import css from '../components/EmployerPages.module.css'

/** Recipients named by the employer, without anything about their use of the voucher. */
export function RecipientsPage({ who, t }: EmployerPageProps) {
  const gifts = useGifts(t)
  const list = <RecipientsList t={t} />
  return (
    <>
      <p className={css.soft}>{t('peopleHelp')}</p>
      {gifts.length === 0 ? (
        list
      ) : (
        <div className={css.columns}>
          <PageColumns side={<AddMissedRecipient who={who} gifts={gifts} t={t} />}>
            {list}
          </PageColumns>
        </div>
      )}
    </>
  )
}
