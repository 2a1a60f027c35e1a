import type { Overlay } from '#backoffice/shell/layout/overlay.ts'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './NavigationPopover.module.css'

export function HelpMenu({ open }: { open: (overlay: Overlay) => void }) {
  const t = useTranslate()
  return (
    <Popover
      up
      label={t('nav.help')}
      triggerClass={css.face}
      trigger={
        <>
          <BackofficeIcon name="help" />
          <span className="visually-hidden">{t('nav.help')}</span>
        </>
      }
    >
      {(close) => (
        <ul className={css.list}>
          <li>
            <button
              type="button"
              className={css.item}
              onClick={() => {
                // The focus returns to the button of the menu first, so that the dialog can later restore it there.
                close()
                open('keys')
              }}
            >
              {t('keys')}
            </button>
          </li>
          <li>
            <a className={css.item} href="/backoffice/openapi.json" target="_blank" rel="noopener">
              {t('nav.api')}
            </a>
          </li>
        </ul>
      )}
    </Popover>
  )
}
