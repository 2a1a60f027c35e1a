import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StaffRefusalError } from '#backoffice/kit/api/backoffice-client.ts'
import { EmptyState } from '#backoffice/kit/page/EmptyState.tsx'
import { failureText } from '#backoffice/kit/api/use-failure-texts.ts'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'

import css from './LoadError.module.css'

/** The cause of the error, its number, and a retry button. The rest of the page stays. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useSignInTranslate()
  const refusal = error instanceof StaffRefusalError ? error.refusal.refused : null
  // The address contains an invalid id, so the object does not exist.
  if (refusal === 'not-allowed' || refusal === 'not-found' || refusal === 'invalid-input') {
    return (
      <EmptyState picture="search">
        {t(refusal === 'not-allowed' ? 'notAllowed' : 'notThere')}
      </EmptyState>
    )
  }
  return (
    <div className={css.failure}>
      <Notice kind="bad">
        <p>{t(...failureText(error))}</p>
        <ActionButton small onClick={onRetry}>
          {t('again')}
        </ActionButton>
      </Notice>
    </div>
  )
}
