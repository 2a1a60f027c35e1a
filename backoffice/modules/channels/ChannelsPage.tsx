import { useMemo, useState } from 'react'

import { ChangeChannelsDialog } from '#backoffice/modules/channels/ChangeChannelsDialog.tsx'
import { channelsList } from '#backoffice/modules/channels/channel-list.tsx'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { Selection } from '#backoffice/kit/list/list-definition.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function ChannelsPage({ staff: { permissions } }: StaffPageProps) {
  const t = useTranslate()
  const [, change] = useQueryParams()
  const [changing, setChanging] = useState<Selection | null>(null)
  const canCreate = permissions.includes('channel.write')
  const mayChange = permissions.includes('theme.write')
  const list = useMemo(() => channelsList(t, mayChange ? setChanging : null), [t, mayChange])
  return (
    <>
      <ListPage
        list={list}
        title="channels"
        actions={
          canCreate ? (
            <BackofficeLink className={actionButtonClass('main')} to="/backoffice/channels/new">
              {t('channel.new')}
            </BackofficeLink>
          ) : null
        }
      />
      {changing ? (
        <ChangeChannelsDialog
          selection={changing}
          permissions={permissions}
          onClose={() => setChanging(null)}
          onDone={() => change({ selected: null, of: null }, { replace: true })}
        />
      ) : null}
    </>
  )
}
