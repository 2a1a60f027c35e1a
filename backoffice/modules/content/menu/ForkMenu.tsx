import { useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** A notice that the channel shows the shared menu, with a button that creates the channel's own copy. */
export function ForkMenu({
  kind,
  channel,
  title,
  canWrite,
}: {
  kind: 'navigation' | 'tile'
  channel: string
  title: string
  canWrite: boolean
}) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const create = useAction('createRelease')
  const fork = useAction('forkMenu', {
    done: ({ changes, release }) => t('addedToRelease', { count: changes, name: release.name }),
  })
  // A retry uses the draft that the first attempt created.
  const [created, setCreated] = useState<string | null>(null)
  async function forkMenu() {
    const chosen = (query.get('release') ?? '') || created
    const id = chosen ?? (await create.run({ name: title }))?.id
    if (id === undefined) return
    setCreated(id)
    if (await fork.run({ id, channel, kind })) change({ release: id }, { replace: true })
  }
  return (
    <Notice kind="info">
      <p>{t(kind === 'navigation' ? 'sharedMenuHelp' : 'sharedTilesHelp')}</p>
      {(create.failure ?? fork.failure) ? (
        <p role="alert">{create.failure ?? fork.failure}</p>
      ) : null}
      {canWrite ? (
        <ActionButton busy={create.busy || fork.busy} onClick={() => void forkMenu()}>
          {t('createOwnVersion')}
        </ActionButton>
      ) : null}
    </Notice>
  )
}
