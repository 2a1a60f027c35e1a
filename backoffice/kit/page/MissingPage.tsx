import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { EmptyState } from '#backoffice/kit/page/EmptyState.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

type MissingPageProps = {
  /** The list that the object would belong to. */
  parent?: { to: string; label: string }
  /** It exists, but not for this role. */
  isForbidden?: boolean
}

/** An address without a page, or without one for this user. */
export function MissingPage({ parent, isForbidden = false }: MissingPageProps) {
  const t = useTranslate()
  const { to, label } = parent ?? { to: '/backoffice', label: t('toHome') }
  return (
    <>
      <PageHead
        title={t(isForbidden ? 'noAccessWithRole' : 'noSuchPage')}
        {...(parent ? { parent } : {})}
      />
      <EmptyState
        picture="search"
        action={
          <BackofficeLink className={actionButtonClass('main')} to={to}>
            {label}
          </BackofficeLink>
        }
      >
        {t(isForbidden ? 'notAllowed' : parent ? 'notThere' : 'noSuchPageHelp')}
      </EmptyState>
    </>
  )
}
