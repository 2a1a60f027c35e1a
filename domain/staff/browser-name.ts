/** Browser and operating system of a user agent, for example 'Firefox, Windows'. */
export function browserOf(agent: string): string {
  const browser = /(Edg|Firefox|Chrome|Safari)\//.exec(agent)?.[1] ?? agent.split(/[ /]/)[0] ?? ''
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1]
  const name = browser === 'Edg' ? 'Edge' : browser
  return system ? `${name}, ${system}` : name
}
