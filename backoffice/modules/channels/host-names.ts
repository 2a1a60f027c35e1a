/** One host per line. Commas also separate hosts. */
export const hostsIn = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((host) =>
      host
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/\/$/, ''),
    )
    .filter((host) => host !== '')
