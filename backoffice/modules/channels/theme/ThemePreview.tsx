import type { CSSProperties } from 'react'

import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { type ThemeState, themeStates, USUAL_THEME } from '#domain/channels/theme-states.ts'
import { type ThemeOption, themeProperties } from '#domain/channels/theme.ts'
import { Button } from '#ui/components/Button.tsx'
import { Chip } from '#ui/components/Chip.tsx'

import css from './ThemePreview.module.css'

/** The shop's own parts in these colours, and each of their states with how well it reads. */
export function ThemePreview({ options }: { options: readonly ThemeOption[] }) {
  const t = useTranslate()
  const given = new Set(options.map(({ reference }) => reference))
  const usual = Object.entries(USUAL_THEME)
    .filter(([reference]) => !given.has(reference))
    .map(([reference, value]) => ({ reference, value }))
  const properties = Object.fromEntries(themeProperties([...usual, ...options])) as CSSProperties
  const states = themeStates(options)
  return (
    <section className={css.whole} aria-label={t('channel.preview')}>
      <h2>{t('channel.preview')}</h2>
      <div className={css.shop} style={properties}>
        <h3 className={css.heading}>{t('channel.sample.heading')}</h3>
        <p className={css.row}>
          <Button>{t('channel.sample.button')}</Button>
          <Button disabled>{t('channel.sample.sold')}</Button>
          <Button look="plain">{t('channel.sample.link')}</Button>
        </p>
        <p className={css.row}>
          <Chip on={false} onToggle={nothing}>
            {t('channel.sample.chip')}
          </Chip>
          <Chip on onToggle={nothing}>
            {t('channel.sample.chip')}
          </Chip>
          <span className={css.number}>12</span>
        </p>
      </div>
      <div className={css.states}>
        <table>
          <caption className="visually-hidden">{t('channel.contrast')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('channel.state')}</th>
              <th scope="col" className={css.figure}>
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
      </div>
    </section>
  )
}

const nothing = () => {}

function StateRow({ state }: { state: ThemeState }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const figure = (value: number) =>
    value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
  const { part, front, ground, contrast, least, reads } = state
  return (
    <tr>
      <th scope="row">
        <span
          className={css.sample}
          style={{ color: front, background: ground }}
          aria-hidden="true"
        >
          {/* Drawn, not written: that it cannot be read is what it shows. */}
          <span className={css.letters} />
        </span>
        {t(`channel.p.${part}`)} {t(`channel.s.${state.state}`)}
      </th>
      <td className={css.figure}>
        {figure(contrast)}{' '}
        <span className={css.least}>
          ({t('channel.least')} {figure(least)})
        </span>
      </td>
      <td>
        <StatusMark kind={reads ? 'done' : 'bad'}>
          {t(reads ? 'channel.reads' : 'channel.readsNot')}
        </StatusMark>
      </td>
    </tr>
  )
}
