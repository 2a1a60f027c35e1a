import { useMemo } from 'react'

import { DeskLink } from '#backoffice/kit/router/address.tsx'
import { DeskList } from '#backoffice/kit/list/ListPage.tsx'
import { deskButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { webhookList } from '#backoffice/modules/webhooks/webhook-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function WebhooksPage() {
  const say = useSay()
  const list = useMemo(() => webhookList(say), [say])
  return (
    <DeskList
      list={list}
      title="webhook.title"
      acts={
        <DeskLink className={deskButtonClass('main')} to="/desk/webhooks/new">
          {say('webhook.new')}
        </DeskLink>
      }
    />
  )
}
