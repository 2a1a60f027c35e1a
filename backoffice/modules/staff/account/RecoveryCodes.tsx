import { useRef } from 'react'

import { copyElementText } from '#backoffice/kit/display/copy-text.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from '../../../kit/sign-in/Account.module.css'

/** Shown once. Until the user confirms that they are saved, the account page offers new ones. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const t = useTranslate()
  const notify = useNotify()
  const list = useRef<HTMLUListElement>(null)
  const confirmSaved = useAction('saveRecoveryCodes')
  return (
    <Notice kind="warn">
      <div data-print>
        <p>{t('recoveryHelp')}</p>
        <ul className={css.codes} ref={list} aria-label={t('recoveryCodes')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      {confirmSaved.failure ? <Notice kind="bad">{confirmSaved.failure}</Notice> : null}
      <div className={css.actions}>
        <ActionButton
          variant="main"
          busy={confirmSaved.busy}
          onClick={() => void confirmSaved.run({}).then((done) => done && onSaved())}
        >
          {t('recoveryCodesSaved')}
        </ActionButton>
        <ActionButton
          onClick={() => {
            if (list.current && copyElementText(list.current)) notify(t('recovery.copied'))
          }}
        >
          {t('recovery.copy')}
        </ActionButton>
        <ActionButton onClick={() => window.print()}>{t('recovery.print')}</ActionButton>
      </div>
    </Notice>
  )
}
