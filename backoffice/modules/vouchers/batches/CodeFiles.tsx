import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Batches.module.css'

/** Formats without letters, for employers that print their own. */
export const CODE_TABLES = ['csv', 'zip'] as const
export const CODE_FILES = ['pdf', 'large', ...CODE_TABLES] as const
type CodeFile = (typeof CODE_FILES)[number]

/** Links that create codes and download them. */
export function CodeFiles({
  batch,
  formats,
  isEnabled,
  onDownload,
}: {
  batch: Batch
  formats: readonly CodeFile[]
  isEnabled: boolean
  onDownload: () => void
}) {
  const t = useTranslate()
  // While mails are being sent, a file is not the main action.
  const mainFormat = batch.mails.waiting > 0 ? null : formats[0]
  return (
    <>
      <div className={css.actions}>
        {formats.map((format) => (
          <a
            key={format}
            className={actionButtonClass(format === mainFormat ? 'main' : 'quiet')}
            href={`/backoffice/api/batches/${batch.id}/codes?as=${format}`}
            download
            onClick={(event) => {
              // A second click during a download would save an error message as the file.
              if (isEnabled) onDownload()
              else event.preventDefault()
            }}
          >
            <BackofficeIcon name="download" />
            {t(`codes.${format}`)}
          </a>
        ))}
      </div>
      <p className={css.soft}>{t('codesOnce')}</p>
    </>
  )
}
