import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { Key } from '#backoffice/kit/display/ShortcutKey.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

import css from './ShortcutsDialog.module.css'

const KEYS: readonly [keys: string[], word: MessageKey][] = [
  [['Ctrl K'], 'keyFind'],
  [['/'], 'keySearch'],
  [['↑', '↓'], 'keyRow'],
  [['Space'], 'keySelect'],
  [['Enter'], 'keyOpen'],
  [['Esc'], 'keyClose'],
  [['?'], 'keyKeys'],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  return (
    <ModalDialog title={t('keys')} onClose={onClose}>
      <dl className={css.keys}>
        {KEYS.map(([keys, word]) => (
          <div key={word}>
            <dt>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
    </ModalDialog>
  )
}
