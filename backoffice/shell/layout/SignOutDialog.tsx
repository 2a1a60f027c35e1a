import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { callOnce } from '#backoffice/kit/api/backoffice-client.ts'
import { meQuery } from '#backoffice/kit/api/staff-queries.ts'
import { eraseDrafts, hasDrafts } from '#backoffice/kit/drafts/draft-storage.ts'
import css from '#backoffice/shell/layout/SignOutDialog.module.css'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { clearRecentPages } from '#backoffice/kit/page/recent-pages.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/**
 * Sign-out removes all drafts from this browser, because the next user may be someone else. It asks first if there is
 * unsaved input.
 */
export function SignOutDialog({ onStay }: { onStay: () => void }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [mustConfirm] = useState(hasDrafts)
  const [busy, setBusy] = useState(false)

  async function signOut() {
    setBusy(true)
    await callOnce('signOut', {}).catch(() => null)
    eraseDrafts()
    clearRecentPages()
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
    window.history.replaceState(null, '', '/backoffice')
    window.dispatchEvent(new PopStateEvent('popstate'))
    queries.setQueryData(meQuery.queryKey, null)
  }

  useEffect(() => {
    if (!mustConfirm) void signOut()
    // Runs once, because the dialog is opened to sign out.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  if (!mustConfirm) return null
  return (
    <ModalDialog title={t('signOutUnsaved')} onClose={onStay}>
      <p>{t('signOutUnsavedHelp')}</p>
      <p className={css.actions}>
        <ActionButton variant="main" onClick={onStay}>
          {t('signOutStay')}
        </ActionButton>
        <ActionButton busy={busy} onClick={() => void signOut()}>
          {t('signOutAnyway')}
        </ActionButton>
      </p>
    </ModalDialog>
  )
}
