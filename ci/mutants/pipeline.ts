/** Mutants of the pipeline, of the deployment, and of the texts that are served. */
export const pipelineMutants = {
  'ci/pipeline/merge.sh': [
    ['"squash"', '"merge"', 'test/ci/pipeline/merge.node.test.ts'],
    [
      '"delete_branch_after_merge":true',
      '"delete_branch_after_merge":false',
      'test/ci/pipeline/merge.node.test.ts',
    ],
    ['--header @-', '--location --header @-', 'test/ci/pipeline/merge.node.test.ts'],
    ['" = true ]', '" = yes ]', 'test/ci/pipeline/merge.node.test.ts'],
    ['  200) echo', '  2*) echo', 'test/ci/pipeline/merge.node.test.ts'],
    ['${body//"$MERGE_TOKEN"/…}', '$body', 'test/ci/pipeline/merge.node.test.ts'],
    ['Authorization: token', 'Authorization: Bearer', 'test/ci/pipeline/merge.node.test.ts'],
  ],
  'ci/pipeline/smoke.sh': [
    ['= 200 ]', '-lt 400 ]', 'test/ci/pipeline/smoke.node.test.ts'],
    ['curl --silent', 'curl --location --silent', 'test/ci/pipeline/smoke.node.test.ts'],
    ['${url%%[?#]*}', '$url', 'test/ci/pipeline/smoke.node.test.ts'],
  ],
  'ci/pipeline/net-lines.sh': [
    ['-le "$MAX_NET_LINES"', '-lt "$MAX_NET_LINES"', 'test/ci/pipeline/validate.node.test.ts'],
    ['$1 - $2', '$1', 'test/ci/pipeline/validate.node.test.ts'],
  ],
  'ci/pipeline/validate.ts': [
    ['  yamlProblems,\n', '', 'test/ci/pipeline/validate.node.test.ts'],
    ['  sourceLengthProblems,\n', '', 'test/ci/pipeline/validate.node.test.ts'],
  ],
  'ci/pipeline/syntax.ts': [
    [
      '[...document.errors, ...document.warnings]',
      'document.warnings',
      'test/ci/pipeline/validate.node.test.ts',
    ],
    ["if (path === 'sw.js') continue;", '', 'test/ci/pipeline/validate.node.test.ts'],
  ],
  'ci/pipeline/deploy-over-ssh.sh': [
    [':-22}', ':-2222}', 'test/ci/pipeline/deploy-step.node.test.ts'],
    ['^(main|staging)$', '^(main|staging)', 'test/ci/pipeline/deploy-step.node.test.ts'],
    ['-eq "${#secrets[@]}"', '-gt 0', 'test/ci/pipeline/deploy-step.node.test.ts'],
    ['unset "${secrets[@]}"', '', 'test/ci/pipeline/deploy-step.node.test.ts'],
    ['rm -rf "$files"', 'true', 'test/ci/pipeline/deploy-step.node.test.ts'],
  ],
  'ci/limits.ts': [
    [
      'MAX_SCRIPT_BYTES = 512_000',
      'MAX_SCRIPT_BYTES = 5_120_000',
      'test/ci/limits.node.test.ts',
      'test/ci/specification.node.test.ts',
    ],
    [
      'MAX_SOURCE_LINES = 777',
      'MAX_SOURCE_LINES = 778',
      'test/ci/limits.node.test.ts',
      'test/ci/specification.node.test.ts',
    ],
    ["(text.endsWith('\\n') ? 1 : 0)", '0', 'test/ci/limits.node.test.ts'],
  ],
  'ci/lint/colours.ts': [
    ['[0-9a-fA-F]{8}|', '', 'test/ci/lint.node.test.ts', 'test/ci/limits.node.test.ts'],
    ["if (end === '{') continue;", '', 'test/ci/lint.node.test.ts', 'test/ci/limits.node.test.ts'],
  ],
  'deploy.sh': [
    [
      '[ "$named" = no ] || fail 2',
      '[ "$named" != maybe ] || fail 2',
      'test/ci/pipeline/deploy-script.node.test.ts',
    ],
    [
      '*) fail 2 "Unknown argument',
      '*) fail 1 "Unknown argument',
      'test/ci/pipeline/deploy-script.node.test.ts',
    ],
    [
      '\'%{http_code}\' "http://$address/healthz")" = 200 ]',
      '\'%{http_code}\' "http://$address/healthz")" != 000 ]',
      'test/ci/pipeline/deploy-script.node.test.ts',
    ],
  ],
  'deploy/nginx/start.sh': [
    [
      '${HOME_WORLD_LISTEN:=80}',
      '${HOME_WORLD_LISTEN:=8080}',
      'test/ci/deploy/nginx-settings.node.test.ts',
      'test/ci/deploy/dockerfile.node.test.ts',
    ],
    [
      '    . | .. | *[!A-Za-z0-9._-]*)',
      '    *[!A-Za-z0-9._-]*)',
      'test/ci/deploy/nginx-settings.node.test.ts',
    ],
    ['umask 077', 'umask 022', 'test/ci/deploy/nginx-settings.node.test.ts'],
    [
      '${HOME_WORLD_CODE_HOST_TOKEN:+token $HOME_WORLD_CODE_HOST_TOKEN}',
      'token $HOME_WORLD_CODE_HOST_TOKEN',
      'test/ci/deploy/nginx-settings.node.test.ts',
      'test/ci/deploy/nginx-code-host.node.test.ts',
    ],
  ],
  'deploy/nginx/templates/static.conf.template': [
    ['location ~ /\\. {', 'location ~ /\\.\\. {', 'test/ci/deploy/nginx-static.node.test.ts'],
    ['root ${HOME_WORLD_FILES};', 'root ${HOME_WORLD_PAGES};', 'test/ci/deploy/nginx-static.node.test.ts'],
    ['return 405;', 'return 404;', 'test/ci/deploy/nginx-static.node.test.ts'],
  ],
  'deploy/nginx/templates/gateway.conf.template': [
    ['client_max_body_size 1m;', 'client_max_body_size 1k;', 'test/ci/deploy/nginx-gateway.node.test.ts'],
    [
      'X-Forwarded-Proto $home_world_proto',
      'X-Forwarded-Proto http',
      'test/ci/deploy/nginx-gateway.node.test.ts',
    ],
  ],
  Dockerfile: [
    ['\nEXPOSE 80\n', '\nEXPOSE 8080\n', 'test/ci/deploy/nginx-settings.node.test.ts'],
    ['USER www-data', 'USER root', 'test/ci/deploy/dockerfile.node.test.ts'],
    ['npm ci --omit=dev', 'npm ci', 'test/ci/deploy/dockerfile.node.test.ts'],
  ],
  'docker-compose.yml': [
    ["version: '3.9'", "version: '3.8'", 'test/ci/deploy/compose.node.test.ts'],
    ["127.0.0.1}:4200:80'", "127.0.0.1}:4300:80'", 'test/ci/deploy/compose.node.test.ts'],
    ["127.0.0.1}:4201:80'", "0.0.0.0}:4201:80'", 'test/ci/deploy/compose.node.test.ts'],
    ["['127.0.0.1:8765:8765']", "['8765:8765']", 'test/ci/deploy/compose.node.test.ts'],
    ['restart: unless-stopped', "restart: 'no'", 'test/ci/deploy/compose.node.test.ts'],
    ['read_only: true', 'read_only: false', 'test/ci/deploy/compose.node.test.ts'],
  ],
  'theme/theme.ts': [
    ["accent: '#4488ff'", "accent: '#4488fe'", 'test/ci/specification.node.test.ts'],
    ["sovereigntyMid: '#ffd700'", "sovereigntyMid: '#ffd000'", 'test/ci/specification.node.test.ts'],
  ],
  'public/manifest.json': [
    [
      '"display": "fullscreen"',
      '"display": "browser"',
      'test/ci/specification.node.test.ts',
      'test/ci/schemas.node.test.ts',
      'test/harness/gateway/pages/static-files.node.test.ts',
    ],
    [
      '"theme_color": "#050510"',
      '"theme_color": "#000000"',
      'test/ci/specification.node.test.ts',
      'test/ci/schemas.node.test.ts',
      'test/harness/gateway/pages/static-files.node.test.ts',
    ],
  ],
  'public/schemas/vision.schema.json': [['"maxItems": 24', '"maxItems": 25', 'test/ci/schemas.node.test.ts']],
} as const;
