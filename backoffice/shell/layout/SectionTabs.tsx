import { memo } from 'react'

import { useLocation } from '#backoffice/kit/router/address.tsx'
import { Tabs } from '#backoffice/kit/display/Tabs.tsx'
import { entryAt, isTab, tabsFor } from '#backoffice/shell/pages/navigation.ts'
import { useChannelQuery } from '#backoffice/shell/layout/use-channel-query.ts'
import { useWaitingCounts } from '#backoffice/shell/layout/use-waiting-counts.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

/** The pages of the current menu entry as tabs. Pages below them have a link back instead. */
export const SectionTabs = memo(function SectionTabs({ staff }: { staff: Staff }) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const channelQuery = useChannelQuery()
  const waiting = useWaitingCounts(staff)
  const entry = entryAt(pathname)
  if (!entry || !isTab(pathname, staff)) return null
  return (
    <Tabs
      label={t(entry.label)}
      tabs={tabsFor(entry, staff).map(({ path, page, label }) => ({
        to: path + channelQuery,
        name: t(label),
        current: path === pathname,
        count: waiting.get(path),
        isOverdue: page.overdue === true,
      }))}
    />
  )
})
