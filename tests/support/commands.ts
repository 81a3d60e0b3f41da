/** All commands of `pliant`, in the order of its help. */
export const commands = [
  ...[
    'list',
    'run',
    'validate',
    'verify',
    'resume',
    'replay',
    'diff',
    'compare',
    'sweep',
    'worker',
    'calibrate',
    'fit',
  ],
  ...['export', 'spy', 'convert', 'inspect', 'mesh', 'bench', 'studio', 'schema'],
];
