import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** What happened to an invitation: mailed, or waiting for another owner. */
export function InvitationSent({
  invitation: { ends_at, approval },
  name,
}: {
  invitation: { ends_at: string | null; approval: string | null }
  name: string
}) {
  const t = useTranslate()
  return (
    <Notice kind="good">
      {ends_at === null ? null : <p>{t('invitationSent', { name })}</p>}
      {approval === null ? null : (
        <>
          <p>{t('owner.waits')}</p>
          <BackofficeLink to={`/backoffice/approvals/${approval}`}>
            {t('owner.showRequest')}
          </BackofficeLink>
        </>
      )}
    </Notice>
  )
}
