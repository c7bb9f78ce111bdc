"""Create the tables of sums, fits and snapshots, as the replaced migrations did step by step."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def index_values(_apps, editor):
    """Index the values of contributions on PostgreSQL, as migration 0011 does."""
    if editor.connection.vendor == "postgresql":
        editor.execute(
            "create index contribution_value on analytics_contribution"
            " using gin (value jsonb_path_ops)"
        )


class Migration(migrations.Migration):

    replaces = [
        ('analytics', '0001_initial'),
        ('analytics', '0002_mode'),
        ('analytics', '0003_count_anew'),
        ('analytics', '0004_ways_and_baselines'),
        ('analytics', '0005_count_spaces_anew'),
        ('analytics', '0006_players'),
        ('analytics', '0007_ratings'),
        ('analytics', '0008_balance'),
        ('analytics', '0009_snapshots'),
        ('analytics', '0010_tree_n'),
        ('analytics', '0011_lists_behind_numbers'),
        ('analytics', '0012_players_kept'),
        ('analytics', '0013_snapshot_key'),
        ('analytics', '0014_move_snapshot_rows'),
        ('analytics', '0015_remove_snapshot_tables'),
        ('analytics', '0016_baseline_slices'),
        ('analytics', '0017_settled'),
        ('analytics', '0018_time_key'),
        ('analytics', '0019_results_fits'),
        ('analytics', '0020_cited_dumps'),
        ('analytics', '0021_names_of_dumps'),
        ('analytics', '0022_reanalysis_changes'),
        ('analytics', '0023_hidden_contributions'),
        ('analytics', '0024_set_fits'),
    ]

    initial = True

    dependencies = [
        ('replays', '0031_mask_spellings'),
    ]

    operations = [
        migrations.CreateModel(
            name='SetFit',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=20)),
                ('is_simulated', models.BooleanField()),
                ('public', models.JSONField(default=list)),
                ('hidden', models.JSONField(default=list)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('requested_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('data', models.JSONField(blank=True, null=True)),
            ],
            options={
                'verbose_name_plural': 'fits of sets',
            },
        ),
        migrations.CreateModel(
            name='SetSums',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('data', models.BinaryField()),
                ('made_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name_plural': 'sums of sets',
            },
        ),
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.SlugField(max_length=60, unique=True)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('revision', models.PositiveBigIntegerField(help_text="the ledger's, when the sums were taken")),
                ('as_of', models.DateTimeField(blank=True, null=True)),
                ('versions', models.JSONField()),
                ('boards', models.JSONField(default=dict)),
                ('manifest', models.JSONField(blank=True, null=True)),
                ('cited_at', models.DateTimeField(blank=True, null=True)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('names', models.JSONField(default=dict)),
            ],
            options={
                'ordering': ('-made_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='Baseline',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('edition', models.CharField(blank=True, max_length=20)),
                ('mode', models.CharField(max_length=40)),
                ('board_digest', models.CharField(max_length=64)),
                ('seed', models.CharField(max_length=40)),
                ('games', models.PositiveIntegerField(help_text='played so far')),
                ('target', models.PositiveIntegerField()),
                ('engine_version', models.CharField(max_length=20)),
                ('facts_version', models.PositiveIntegerField()),
                ('sums', models.JSONField()),
                ('continued_at', models.DateTimeField(default=django.utils.timezone.now, help_text='when `games` last changed')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('kind', 'board_digest', 'edition', 'mode'), name='baseline_once'), models.CheckConstraint(condition=models.Q(('games__lte', models.F('target'))), name='baseline_within_target')],
            },
        ),
        migrations.CreateModel(
            name='HiddenContribution',
            fields=[
                ('game', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='hidden_contribution', serialize=False, to='replays.game')),
                ('digest', models.CharField(max_length=64)),
                ('kind', models.CharField(max_length=20)),
                ('key', models.JSONField()),
                ('facts_version', models.PositiveIntegerField()),
                ('engine_version', models.CharField(max_length=40)),
                ('counted_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('value', models.JSONField()),
                ('seats', models.JSONField(default=list)),
                ('habits', models.JSONField(default=dict)),
                ('time_key', models.CharField(blank=True, default='', max_length=45)),
            ],
            options={
                'indexes': [models.Index(fields=['kind', 'facts_version', 'engine_version'], name='hidden_versions')],
            },
        ),
        migrations.CreateModel(
            name='Ledger',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveBigIntegerField(default=0)),
                ('changed_at', models.DateTimeField(blank=True, null=True)),
                ('settled', models.PositiveBigIntegerField(default=0)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='ledger_is_one_row')],
            },
        ),
        migrations.CreateModel(
            name='Cell',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('edition', models.CharField(blank=True, max_length=20)),
                ('mode', models.CharField(max_length=40)),
                ('board_digest', models.CharField(max_length=64)),
                ('month', models.CharField(blank=True, help_text='YYYY-MM as the log dates it; empty: unknown', max_length=7)),
                ('winner', models.CharField(blank=True, max_length=20)),
                ('reason', models.CharField(blank=True, max_length=20)),
                ('is_finished', models.BooleanField()),
                ('is_simulated', models.BooleanField()),
                ('games', models.PositiveIntegerField()),
                ('sums', models.JSONField()),
                ('snapshot', models.ForeignKey(blank=True, db_index=False, help_text='null: the live sums', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='analytics.snapshot')),
            ],
            options={
                'ordering': ('kind', 'edition', 'mode', 'board_digest', 'month', 'winner', 'reason', 'is_finished', 'is_simulated'),
                'indexes': [models.Index(condition=models.Q(('snapshot__isnull', True)), fields=['kind', 'is_simulated'], name='cell_kind_sim')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('snapshot__isnull', True)), fields=('kind', 'edition', 'mode', 'board_digest', 'month', 'winner', 'reason', 'is_finished', 'is_simulated'), name='cell_key_once'), models.UniqueConstraint(condition=models.Q(('snapshot__isnull', False)), fields=('snapshot', 'kind', 'edition', 'mode', 'board_digest', 'month', 'winner', 'reason', 'is_finished', 'is_simulated'), name='cell_snapshot_key_once'), models.CheckConstraint(condition=models.Q(('games__gt', 0)), name='cell_has_games')],
            },
        ),
        migrations.CreateModel(
            name='BalanceFit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('edition', models.CharField(blank=True, max_length=20)),
                ('mode', models.CharField(max_length=40)),
                ('board_digest', models.CharField(max_length=64)),
                ('is_simulated', models.BooleanField()),
                ('games', models.PositiveIntegerField()),
                ('report', models.JSONField()),
                ('snapshot', models.ForeignKey(blank=True, db_index=False, help_text='null: the live sums', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='analytics.snapshot')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('snapshot__isnull', True)), fields=('kind', 'edition', 'mode', 'board_digest', 'is_simulated'), name='balance_fit_once'), models.UniqueConstraint(condition=models.Q(('snapshot__isnull', False)), fields=('snapshot', 'kind', 'edition', 'mode', 'board_digest', 'is_simulated'), name='balance_fit_snapshot_once')],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('is_simulated', models.BooleanField()),
                ('handle', models.CharField(max_length=16)),
                ('role', models.CharField(blank=True, max_length=40)),
                ('component', models.PositiveIntegerField()),
                ('games', models.PositiveIntegerField()),
                ('rating', models.FloatField()),
                ('low', models.FloatField()),
                ('high', models.FloatField()),
                ('curve', models.JSONField(default=list)),
                ('snapshot', models.ForeignKey(blank=True, db_index=False, help_text='null: the live sums', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='analytics.snapshot')),
            ],
            options={
                'indexes': [models.Index(models.F('snapshot'), models.F('kind'), models.F('is_simulated'), models.F('role'), models.F('component'), models.OrderBy(models.F('low'), descending=True), name='standing_ranked'), models.Index(fields=['handle'], name='standing_player')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('snapshot__isnull', True)), fields=('kind', 'is_simulated', 'handle', 'role'), name='standing_once'), models.UniqueConstraint(condition=models.Q(('snapshot__isnull', False)), fields=('snapshot', 'kind', 'is_simulated', 'handle', 'role'), name='standing_snapshot_once')],
            },
        ),
        migrations.CreateModel(
            name='Tree',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('metric', models.CharField(max_length=40)),
                ('root', models.CharField(max_length=40)),
                ('start', models.CharField(max_length=60)),
                ('n', models.PositiveIntegerField(default=0)),
                ('sums', models.JSONField()),
                ('cell', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trees', to='analytics.cell')),
                ('snapshot', models.ForeignKey(blank=True, db_index=False, help_text='null: the live sums', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='analytics.snapshot')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('snapshot__isnull', False)), fields=['snapshot'], name='tree_snapshot')],
                'constraints': [models.UniqueConstraint(fields=('cell', 'metric', 'root', 'start'), name='tree_place_once')],
            },
        ),
        migrations.CreateModel(
            name='Contribution',
            fields=[
                ('game', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='contribution', serialize=False, to='replays.game')),
                ('kind', models.CharField(max_length=20)),
                ('facts_version', models.PositiveIntegerField()),
                ('engine_version', models.CharField(max_length=40)),
                ('revision', models.PositiveBigIntegerField(help_text="the ledger's, when this was written")),
                ('value', models.JSONField()),
                ('seats', models.JSONField(default=list)),
                ('habits', models.JSONField(default=dict)),
                ('time_key', models.CharField(blank=True, default='', max_length=45)),
                ('cell', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='contributions', to='analytics.cell')),
            ],
            options={
                'indexes': [models.Index(fields=['kind', 'facts_version', 'engine_version'], name='contribution_versions'), models.Index(fields=['time_key', 'game'], name='contribution_time'), models.Index(fields=['cell', 'game'], name='contribution_cell')],
            },
        ),
        migrations.CreateModel(
            name='ResultsFit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('is_simulated', models.BooleanField()),
                ('model_version', models.CharField(max_length=20)),
                ('digest', models.CharField(max_length=64)),
                ('is_full', models.BooleanField(default=True)),
                ('revision', models.PositiveBigIntegerField(help_text="the ledger's, when the fit was last found up to date")),
                ('fitted_at', models.DateTimeField()),
                ('games', models.PositiveIntegerField()),
                ('variances', models.JSONField()),
                ('snapshot', models.ForeignKey(blank=True, db_index=False, help_text='null: the live sums', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='analytics.snapshot')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('snapshot__isnull', True)), fields=('kind', 'is_simulated'), name='results_fit_once'), models.UniqueConstraint(condition=models.Q(('snapshot__isnull', False)), fields=('snapshot', 'kind', 'is_simulated'), name='results_fit_snapshot_once')],
            },
        ),
        migrations.CreateModel(
            name='Reanalysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('from_versions', models.JSONField(help_text='[engine, counting rules] before')),
                ('engine_version', models.CharField(max_length=40)),
                ('facts_version', models.PositiveIntegerField()),
                ('started_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('n_games', models.PositiveIntegerField(default=0)),
                ('n_changed', models.PositiveIntegerField(default=0, help_text='games whose facts differ')),
                ('n_changes', models.PositiveIntegerField(default=0)),
                ('changes', models.JSONField(default=list)),
                ('after', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='analytics.snapshot')),
                ('before', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='analytics.snapshot')),
            ],
            options={
                'ordering': ('-id',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('finished_at__isnull', True)), fields=('kind', 'engine_version', 'facts_version'), name='reanalysis_open_once')],
            },
        ),
        migrations.CreateModel(
            name='PlayerCell',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('edition', models.CharField(blank=True, max_length=20)),
                ('mode', models.CharField(max_length=40)),
                ('handle', models.CharField(blank=True, max_length=16)),
                ('name_key', models.TextField(blank=True)),
                ('board_digest', models.CharField(max_length=64)),
                ('role', models.CharField(max_length=20)),
                ('is_simulated', models.BooleanField()),
                ('games', models.PositiveIntegerField()),
                ('won', models.PositiveIntegerField()),
                ('shared', models.PositiveIntegerField()),
                ('lost', models.PositiveIntegerField()),
                ('nobody', models.PositiveIntegerField()),
                ('unfinished', models.PositiveIntegerField()),
                ('sums', models.JSONField()),
                ('snapshot', models.ForeignKey(blank=True, db_index=False, help_text='null: the live sums', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='analytics.snapshot')),
            ],
            options={
                'ordering': ('handle', 'kind', 'edition', 'mode', 'board_digest', 'role', 'is_simulated'),
                'indexes': [models.Index(condition=models.Q(('snapshot__isnull', True)), fields=['kind', 'is_simulated'], name='player_cell_kind_sim')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('snapshot__isnull', True)), fields=('handle', 'kind', 'edition', 'mode', 'board_digest', 'role', 'is_simulated'), name='player_cell_key_once'), models.UniqueConstraint(condition=models.Q(('snapshot__isnull', False)), fields=('snapshot', 'handle', 'kind', 'edition', 'mode', 'board_digest', 'role', 'is_simulated'), name='player_cell_snap_key_once'), models.CheckConstraint(condition=models.Q(('games__gt', 0)), name='player_cell_has_games')],
            },
        ),
        migrations.RunPython(index_values, migrations.RunPython.noop),
    ]
