import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

/** The confirmation of a change, with an undo button. Values that others have changed since stay and are listed. */
export function UndoChange({
  release,
  text,
}: {
  release: { id: string; name: string } | null
  text: string
}) {
  const t = useTranslate()
  const [undone, setUndone] = useState<StaffResponse<'undoRelease'> | null>(null)
  const action = useAction('undoRelease')
  if (!release) return <Notice kind="info">{t('channel.savedSame')}</Notice>
  if (undone) {
    return (
      <Notice kind={undone.left.length > 0 ? 'warn' : 'good'}>
        <p>{t('channel.tookBack', { count: undone.undone })}</p>
        {undone.left.length > 0 ? (
          <ul>
            {undone.left.map(({ subject, by }) => (
              <li key={subject}>
                {t('channel.leftOne', { subject, name: by?.name ?? t('someone') })}
              </li>
            ))}
          </ul>
        ) : null}
      </Notice>
    )
  }
  return (
    <Notice kind="good">
      <p>{text}</p>
      {action.failure ? <p role="alert">{action.failure}</p> : null}
      <ActionButton
        small
        busy={action.busy}
        onClick={() =>
          void action.run({ id: release.id }).then((answer) => answer && setUndone(answer))
        }
      >
        {t('channel.takeBack')}
      </ActionButton>
    </Notice>
  )
}
