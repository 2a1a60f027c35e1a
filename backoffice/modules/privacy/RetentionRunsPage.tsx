import { useMemo } from 'react'

import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { erasureRunList } from '#backoffice/modules/privacy/retention-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function RetentionRunsPage() {
  const t = useTranslate()
  const list = useMemo(() => erasureRunList(t), [t])
  return (
    <ListPage
      list={list}
      title="erasureRuns"
      parent={{ to: '/backoffice/privacy', label: t('retention') }}
    />
  )
}
