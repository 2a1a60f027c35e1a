import { useMemo } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { releaseList } from '#backoffice/modules/content/releases/release-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function ReleasesPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const list = useMemo(() => releaseList(t), [t])
  return (
    <ListPage
      list={list}
      title="releases"
      actions={
        staff.permissions.includes('content.write') ? (
          <BackofficeLink className={actionButtonClass('main')} to="/backoffice/releases/new">
            {t('release.new')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}
