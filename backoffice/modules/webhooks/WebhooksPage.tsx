import { useMemo } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { webhookList } from '#backoffice/modules/webhooks/webhook-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function WebhooksPage() {
  const say = useSay()
  const list = useMemo(() => webhookList(say), [say])
  return (
    <ListPage
      list={list}
      title="webhook.title"
      acts={
        <BackofficeLink className={actionButtonClass('main')} to="/backoffice/webhooks/new">
          {say('webhook.new')}
        </BackofficeLink>
      }
    />
  )
}
