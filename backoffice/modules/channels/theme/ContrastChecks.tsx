import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { type ThemeState, themeStates } from '#domain/channels/theme-states.ts'
import type { ThemeOption } from '#domain/channels/theme.ts'

import css from './ContrastChecks.module.css'

/** The contrast of each state of the shop's parts. Folded if all of them are readable. */
export function ContrastChecks({ options }: { options: readonly ThemeOption[] }) {
  const t = useTranslate()
  const states = themeStates(options)
  const failed = states.filter(({ isReadable }) => !isReadable).length
  return (
    <details className={css.states} open={failed > 0 || undefined}>
      <summary>
        <StatusMark kind={failed === 0 ? 'done' : 'bad'}>
          {failed === 0
            ? t('channel.contrastFine', { count: states.length })
            : t('channel.contrastFails', { count: failed })}
        </StatusMark>
      </summary>
      <table>
        <caption className="visually-hidden">{t('channel.contrast')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('channel.state')}</th>
            <th scope="col" className={css.number}>
              {t('channel.contrast')}
            </th>
            <th scope="col">{t('channel.readsHead')}</th>
          </tr>
        </thead>
        <tbody>
          {states.map((state) => (
            <StateRow key={`${state.part} ${state.state}`} state={state} />
          ))}
        </tbody>
      </table>
    </details>
  )
}

function StateRow({ state }: { state: ThemeState }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const formatRatio = (value: number) =>
    value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
  const { part, foreground, background, contrast, requiredContrast, isReadable } = state
  return (
    <tr>
      <th scope="row">
        <span className={css.sample} style={{ color: foreground, background }} aria-hidden="true">
          {/* The sample is drawn and not text, because its contrast may be too low on purpose. */}
          <span className={css.letters} />
        </span>
        {t(`channel.p.${part}`)} {t(`channel.s.${state.state}`)}
      </th>
      <td className={css.number}>
        {formatRatio(contrast)}{' '}
        <span className={css.least}>
          ({t('channel.least')} {formatRatio(requiredContrast)})
        </span>
      </td>
      <td>
        <StatusMark kind={isReadable ? 'done' : 'bad'}>
          {t(isReadable ? 'channel.reads' : 'channel.readsNot')}
        </StatusMark>
      </td>
    </tr>
  )
}
